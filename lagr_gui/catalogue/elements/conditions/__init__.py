"""Elements that bind positions or velocities all the time."""
