/**
 * The column that names a row: its person, else the first column that is a name or a post by its title. Else it is the
 * first that is a word or code of its own (LG4). A department's name tells where, not who.
 */
export function leadOf<C extends { title: string; convert?: boolean; type?: string }>(
  columns: readonly C[],
): C | undefined {
  const titled = (pattern: RegExp) => columns.find(({ title }) => pattern.test(title));
  return (
    titled(/姓名$/) ??
    titled(/(?<!部门)(名称|简称)$|^岗位$/) ??
    columns.find(({ type, convert }) => type === 'text' && convert === false) ??
    columns[0]
  );
}
