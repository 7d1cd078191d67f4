-- Customers of the embedded user service and the tokens given to them. Where an upstream answers `user`, both stay empty.
create table customer (
  customer_id text primary key,
  cust_name text not null,
  risk_level text not null default '',        -- '01' … '06'; '' never evaluated
  risk_valid_date text not null default '',   -- yyyymmdd
  is_pro_investor text not null default '0'   -- '1' for a professional investor
);
create table customer_token (
  token_hash text primary key,                -- sha-256: a copy of the store opens no session
  customer_id text not null references customer (customer_id),
  expires_at timestamptz not null
);
create index customer_token_end on customer_token (expires_at);
