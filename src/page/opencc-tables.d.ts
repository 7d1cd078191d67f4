/** The package's own tables as text: "a b|c d", character (or phrase) and what it becomes. */
declare module 'opencc-js/dict/*' {
  const table: string;
  export default table;
}
