-- Searches leave out the dots in names. Texts that were folded before are folded anew at the start; rows of registers and
-- texts of attachments know by themselves that they were derived in another way.
truncate article_search;
