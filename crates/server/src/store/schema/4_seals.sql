ALTER TABLE tokens ADD COLUMN seal TEXT NOT NULL DEFAULT '';
ALTER TABLE campaign_tokens ADD COLUMN seal TEXT NOT NULL DEFAULT '';
ALTER TABLE campaigns ADD COLUMN seal TEXT NOT NULL DEFAULT '';
ALTER TABLE chapters ADD COLUMN seal TEXT NOT NULL DEFAULT '';
CREATE INDEX tokens_unsealed ON tokens (hash) WHERE seal = '';
CREATE INDEX campaign_tokens_unsealed ON campaign_tokens (hash) WHERE seal = '';
CREATE INDEX campaigns_unsealed ON campaigns (id) WHERE seal = '';
CREATE INDEX chapters_unsealed ON chapters (campaign, number) WHERE seal = '';
UPDATE progress SET asked = 'null' WHERE asked <> 'null';
