/** SU1: stands at every public address until the firm opens its site; of no firm, because nothing is published yet. */
export function PreparingPage() {
  return (
    <main className="wrap notice notice--alone" id="content">
      <h1 className="title">网站正在准备</h1>
      <p className="notice__text">本网站尚未开放，请稍后再来。</p>
    </main>
  );
}
