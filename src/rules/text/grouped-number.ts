/** A number as people read it, with commas: 12,345. */
export const grouped = (number: number | bigint): string => number.toLocaleString('zh-CN');
