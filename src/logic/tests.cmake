# Whole answer spaces, tens of thousands of answers each.
assay_not_sanitized(logic AllAnswers.OfACampsite AllAnswers.OfACalcudoku AllAnswers.OfAFutoshiki
  AllSquares.OfAStarPlacement AllSquares.OfASkyline AllSquares.OfASurvo AllSquares.OfANumbrix)
