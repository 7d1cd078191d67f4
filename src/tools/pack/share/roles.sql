-- Roles and database of the site, made by PostgreSQL's image when its folder is empty: docs/how-to/run-on-postgresql.md.
\getenv owner_password OWNER_PASSWORD
\getenv site_password SITE_PASSWORD
create role site_owner login password :'owner_password';
create role site login password :'site_password';
create database site owner site_owner encoding 'UTF8' template template0;
