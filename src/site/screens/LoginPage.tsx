import type { LoginForm } from '#page/bare-page.ts';
import { verbatim } from '#ui/script/active-script.ts';

/** A choice of who one is: drawn by the server only, works without scripts. */
export function LoginPage({ title, names = {}, text, action, hidden, name, choices, cancel }: LoginForm) {
  const named = (words: string) => words.replace(/\{(\w+)\}/g, (_, name: string) => verbatim(names[name] ?? ''));
  return (
    <div className="wrap content notice" id="content">
      <h1 className="title">{named(title)}</h1>
      <p className="notice__text">{named(text)}</p>
      <form className="login" method="post" action={action}>
        {Object.entries(hidden).map(([one, value]) => (
          <input key={one} type="hidden" name={one} value={value} />
        ))}
        <ul>
          {choices.map(({ value, label, note, isName }) => (
            <li key={value}>
              <button type="submit" className="button button--plain" name={name} value={value}>
                <b>{isName ? verbatim(label) : label}</b>
                {note && <small>{note}</small>}
              </button>
            </li>
          ))}
        </ul>
      </form>
      <p>
        <a href={cancel.href}>{cancel.title}</a>
      </p>
    </div>
  );
}
