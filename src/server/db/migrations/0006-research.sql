-- What an article is about: the code of one topic (the hot list is filtered by it) and ids of tags. The names of both
-- are the settings research.topics and research.tags.
alter table article add column topic text not null default '';
alter table article add column tags jsonb not null default '[]'; -- [id, …]
create index article_tags_now on article using gin (tags) where public_to is null;
create index article_topic_now on article (channel_id, topic, content_time desc, article_id desc) where public_to is null and topic <> '';
