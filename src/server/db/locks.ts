/** Keys of PostgreSQL's advisory locks; they are numbers of one database, so that each is chosen here once. */
export const LOCKS = {
  /** held by the one server of a DATA_DIR as long as it lives */
  instance: 20_260_001,
  /** held while migrations run */
  migration: 20_260_002,
  /** held while the instance mark is compared or made */
  mark: 20_260_003,
  /** held, together with the register's own number, while a file is imported into that register */
  importing: 20_260_004,
  /** held while indexes of large registers are made and dropped */
  indexing: 20_260_005,
  /** held while demonstration data is filled in */
  filling: 20_260_006,
  /** held while what nobody names is removed */
  cleaning: 20_260_007,
  /** held while a seal of the record is made; shared, by triggers of 0025-record.sql, by whoever adds to the record */
  record: 20_260_008,
  /** held by the one publication that is under way */
  publication: 20_260_009,
  /** held while articles are imported from a folder */
  movingIn: 20_260_010,
} as const;
