"""How an answer is judged and a mistake recognised; no word of any one exercise."""
