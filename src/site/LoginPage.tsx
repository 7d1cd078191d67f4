export interface LoginForm {
  title: string;
  text: string;
  /** where the form is posted to */
  action: string;
  /** what is posted along */
  hidden: Record<string, string>;
  /** one button each; the chosen one's value is posted under the name */
  name: string;
  choices: { value: string; label: string; note: string }[];
  /** where one goes who wants none of them */
  cancel: { title: string; href: string };
}

/** A choice of who one is: drawn by the server only, works without scripts. */
export function LoginPage({ title, text, action, hidden, name, choices, cancel }: LoginForm) {
  return (
    <div className="wrap content notice" id="content">
      <h1 className="title">{title}</h1>
      <p className="notice__text">{text}</p>
      <form className="login" method="post" action={action}>
        {Object.entries(hidden).map(([one, value]) => (
          <input key={one} type="hidden" name={one} value={value} />
        ))}
        <ul>
          {choices.map(({ value, label, note }) => (
            <li key={value}>
              <button type="submit" className="button button--plain" name={name} value={value}>
                <b>{label}</b>
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
