-- RK7: applications to be confirmed as a professional investor. Nothing of them is ever public.
create table pro_application (
  application_id bigint generated always as identity primary key,
  customer_id text not null,                  -- of the user service, which may be an upstream's: no reference
  request_id text not null,                   -- of the form that sent it: sent twice it is one application
  apply_type text not null,
  declared jsonb not null,
  state text not null check (state in ('submitted', 'in-review', 'supplement', 'accepted', 'refused')),
  reason text not null default '',            -- of staff, for the applicant
  valid_to date,                              -- last day of a confirmation
  signed_at timestamptz not null,             -- when the applicant took notice of the risks
  submitted_at timestamptz not null
);
create index pro_application_customer on pro_application (customer_id, application_id);
create unique index pro_application_open on pro_application (customer_id) where state in ('submitted', 'in-review', 'supplement');

create table pro_application_step (
  step_id bigint generated always as identity primary key,
  application_id bigint not null references pro_application (application_id),
  request_id text not null default '',        -- of the form, where the applicant made the step
  state text not null,
  at timestamptz not null,
  note text not null default ''
);
create index pro_application_step_of on pro_application_step (application_id, step_id);

create table pro_material (
  material_id bigint generated always as identity primary key,
  application_id bigint not null references pro_application (application_id),
  kind text not null,
  filename text not null,
  filepath text not null,                     -- yyyy/mm/hash.ext below DATA_DIR/materials, which no address names
  sha256 text not null,
  size bigint not null,
  media_type text not null,
  stored_at timestamptz not null
);
create index pro_material_of on pro_material (application_id, material_id);

alter table customer add column pro_valid_to text not null default '';   -- yyyymmdd, last day as a professional investor; '' no end
