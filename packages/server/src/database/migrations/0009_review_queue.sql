-- works from: 5
-- Which runs of a kit people should review.
CREATE TABLE review_policies (
  workspace_id uuid NOT NULL,
  kit_id uuid NOT NULL,
  policy text NOT NULL,
  since timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, kit_id),
  FOREIGN KEY (workspace_id, kit_id) REFERENCES kits (workspace_id, id) ON DELETE CASCADE
);

-- How far the events of an environment have been considered for a kit's queue. Events commit in the order of their positions, so no
-- run is missed; nothing is written when a run ends.
CREATE TABLE review_marks (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  kit_id uuid NOT NULL,
  position bigint NOT NULL,
  PRIMARY KEY (workspace_id, environment, kit_id),
  FOREIGN KEY (workspace_id, kit_id) REFERENCES review_policies (workspace_id, kit_id) ON DELETE CASCADE
);

-- Runs that were drawn. Slot 2 is for a second reviewer. `rank` is a hash: items are handed out in random order.
CREATE TABLE review_items (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  id uuid NOT NULL,
  kit_id uuid NOT NULL,
  run_id uuid NOT NULL,
  slot integer NOT NULL CHECK (slot IN (1, 2)),
  rank double precision NOT NULL,
  probability double precision NOT NULL CHECK (probability > 0 AND probability <= 1),
  reasons text NOT NULL,
  leased_to text,
  leased_until timestamptz,
  reviewed_by text,
  reviewed_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, environment, id),
  UNIQUE (workspace_id, environment, run_id, slot),
  FOREIGN KEY (workspace_id, environment, run_id) REFERENCES runs (workspace_id, environment, id) ON DELETE CASCADE,
  CHECK ((leased_to IS NULL) = (leased_until IS NULL)),
  CHECK ((reviewed_by IS NULL) = (reviewed_at IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX review_items_open ON review_items (workspace_id, environment, kit_id, rank) WHERE reviewed_at IS NULL;
CREATE INDEX review_items_kit ON review_items (workspace_id, environment, kit_id);
