"""What sensors on a prepared model can look at, and expressions in what they show."""
