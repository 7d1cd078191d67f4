import { useEffect, type ReactNode } from 'react';

/** The frame of all screens before the sign-in: one panel. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} - 管理后台`;
  }, [title]);
  return (
    <div className="gate">
      <header className="gate-bar">管理后台</header>
      <main className="gate-panel">
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}
