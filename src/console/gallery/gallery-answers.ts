/** What GET /widgets answers. */
export interface ShownWidget {
  name: string;
  title: string;
  accepts: string;
  /** JSON Schema (draft-07) of the props */
  schema: object;
  example: { props: unknown; data: unknown };
}

/** What GET /widgets/{name}/check answers. */
export interface PropsCheck {
  problems: Problem[];
}

/** One thing that is wrong with props. */
export interface Problem {
  /** JSON pointer */
  pointer: string;
  /** what is missing there */
  field?: string;
  message: string;
}
