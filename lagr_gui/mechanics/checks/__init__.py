"""What is wrong with a model as mechanics, before anything is derived."""
