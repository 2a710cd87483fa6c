-- Lists can be narrowed to the agents that a model answers. The names are those of agents.offered_models. At most 16 are
-- kept for each agent, because an entry of the index below has room for that many names of the longest kind; files name
-- one or two.
ALTER TABLE search_documents ADD COLUMN models text[] NOT NULL DEFAULT '{}';

UPDATE search_documents AS d SET models = a.offered_models[1:16]
FROM agents AS a WHERE a.id = d.agent_id AND a.offered_models <> '{}';

CREATE INDEX search_documents_models ON search_documents USING gin (models);

-- Facets count agents by model too: all of it is read from this index alone.
DROP INDEX search_documents_facets;
CREATE INDEX search_documents_facets ON search_documents (visibility, category, framework, is_free) INCLUDE (models);
