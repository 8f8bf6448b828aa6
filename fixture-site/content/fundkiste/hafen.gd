extends Node

# Die Brise nimmt zu, solange die Sonne steht.
func brise(stunde: int) -> float:
	if stunde < 6 or stunde > 20:
		return 0.0
	return sin(PI * (stunde - 6) / 14.0) * 5.0
