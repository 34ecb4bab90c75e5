-- The service's own role and database, once, on the primary. Used as it is by `npm run ha`, which fills in the ${…}.
CREATE ROLE brickwork LOGIN PASSWORD '${BRICKWORK_PASSWORD}';
-- Behind PgBouncer the service cannot set this for single statements: the role does.
ALTER ROLE brickwork SET statement_timeout = '30s';
CREATE DATABASE brickwork OWNER brickwork;
