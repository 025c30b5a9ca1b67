"""A class in one command: submitted notebooks in, one row a student and exercise out.

    python -m tformer grade submitted/ --csv class.csv --picture mistakes.png

In the order in which a submission passes through:

- ``submissions``: which notebooks there are, and whose
- ``reading``: a notebook's code cells, whatever the file holds
- ``slices``: of these cells the statements that one function needs, found without running any
- ``plan``: which exercises are asked, and what is to be run for each
- ``judge``: the process that plans, asks and judges, and runs none of it; ``drawn``: the cases
  that it draws for this class
- ``child``: the process in which an answer is defined and called: limited, in a folder of its own,
  behind the ``walls`` that the system has; ``sending``: how a call gets there
- ``supervise``: starts both, and ends the second with all that it started
- ``table``: the rows, on the disk as soon as they are there
- ``summary`` and ``picture``: the class's most frequent mistakes
- ``grade``: all of it, several notebooks at a time
"""
