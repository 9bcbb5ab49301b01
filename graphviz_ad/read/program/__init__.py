"""Program text to Graph: the language, statement by statement."""
