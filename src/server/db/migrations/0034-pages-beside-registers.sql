-- A page may have the name of a register (PS9): of each there is one that stands.
drop index page_now;
create unique index page_now on page (page, jsonb_exists(document, 'register')) where public_to is null;
