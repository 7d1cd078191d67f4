-- every stored file is looked up by its content first
create index file_sha256 on file (sha256);
