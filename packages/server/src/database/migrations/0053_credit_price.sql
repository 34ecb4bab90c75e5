-- works from: 21
-- What a credit costs by the workspace's own word; NULL: as the service says. Functions of spend have a parameter "credit_price", which a column of that name would hide.
ALTER TABLE workspaces ADD COLUMN price_of_credit numeric, ADD COLUMN price_currency text,
  ADD CONSTRAINT workspaces_price_of_credit CHECK (price_of_credit > 0 AND (price_of_credit IS NULL) = (price_currency IS NULL));
