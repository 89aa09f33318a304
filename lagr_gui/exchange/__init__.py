"""What the program gives away: equations and motions in other formats."""
