-- works from: 21
-- Rules of a workspace for the sides of speakers: a JSON array. Without one, the list of agents is all there is.
ALTER TABLE workspace_speakers ADD COLUMN rules text;
