CREATE TABLE IF NOT EXISTS batches (one BIGINT PRIMARY KEY CHECK (one = 1), number BIGINT NOT NULL);
INSERT INTO batches (one, number) VALUES (1, 0) ON CONFLICT (one) DO NOTHING;
CREATE TABLE progress (
    battle TEXT PRIMARY KEY, moment BIGINT NOT NULL, facts BIGINT NOT NULL, orders TEXT NOT NULL, undone TEXT NOT NULL,
    used BIGINT NOT NULL, seal TEXT NOT NULL);
INSERT INTO progress (battle, moment, facts, orders, undone, used, seal)
    SELECT id, moment, (SELECT COUNT(*) FROM facts WHERE facts.battle = id), orders,
        COALESCE((SELECT lines FROM undone WHERE undone.battle = id), '[]'), 0, ''
    FROM battles;
CREATE INDEX progress_unsealed ON progress (battle) WHERE seal = '';
ALTER TABLE facts ADD COLUMN sum TEXT NOT NULL DEFAULT '';
CREATE INDEX tokens_battle ON tokens (battle);
ALTER TABLE battles DROP COLUMN moment;
ALTER TABLE battles DROP COLUMN orders;
DROP TABLE undone;
ALTER TABLE campaigns ADD COLUMN used BIGINT NOT NULL DEFAULT 0;
