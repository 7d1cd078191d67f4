-- Whether something is named is asked of many rows, one by one: always by the index, however small a table was when the
-- question was planned, and however often a hash is guessed to stand somewhere.
alter function is_file_named(text, text) set enable_seqscan = off;
alter function is_row_set_named(text) set enable_seqscan = off;
alter function is_row_part_named(text) set enable_seqscan = off;
alter function hold_files() set enable_seqscan = off;
alter function hold_row_sets() set enable_seqscan = off;
alter function hold_row_parts() set enable_seqscan = off;
