/** Heading of the column that a workbook of errors has in addition; an import passes over it. */
export const REASON_COLUMN = '导入问题';
