/** Source for readers who want to see each letter; nobody has to pass by it. */
export function Source({ title, of }: { title: string; of: unknown }) {
  return (
    <details className="whole">
      <summary>{title}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="code" tabIndex={0}>
        {JSON.stringify(of, null, 2)}
      </pre>
    </details>
  );
}
