"""Control of linear systems on plain arrays: nothing mechanical, no names of a model."""
