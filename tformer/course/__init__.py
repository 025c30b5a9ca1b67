"""The course around the package: exercises and their checker, the map, what a learner keeps."""
