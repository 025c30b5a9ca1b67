"""The words of the phrasebook: tables that are read, without grammar."""
