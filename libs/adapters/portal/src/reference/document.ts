/** As much of JSON Schema as the description of the API uses. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly readOnly?: boolean;
  readonly 'x-module'?: string;
  readonly 'x-filterable'?: readonly string[];
  readonly 'x-sortable'?: readonly string[];
};

type Ref = { readonly $ref: string };
type Example = { readonly value: unknown };

/** A value in the path, the query or a header of an operation. */
export type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
};

/** A body in one format, with examples of it. */
export type Media = {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, Ref | Example>>;
  readonly example?: unknown;
};

/** What is answered with one status. */
export type Response = {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Ref | { readonly description?: string }>>;
  readonly content?: Readonly<Record<string, Media>>;
};

/** A method at a path, as the description of the API tells of it. */
export type ApiOperation = {
  readonly operationId: string;
  readonly summary: string;
  /** What it is about: the page that it stands on. */
  readonly 'x-resource': string;
  readonly deprecated?: boolean;
  readonly 'x-stability': string;
  readonly 'x-roles'?: readonly string[];
  readonly security?: readonly unknown[];
  readonly parameters: readonly (Ref | Parameter)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Ref | Response>>;
};

/** As much of OpenAPI 3.1 as the reference shows. It is what the service serves at `/openapi.json`. */
export type OpenApi = {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  /** The contexts. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly 'x-resources': readonly {
    readonly name: string;
    readonly context: string;
    readonly description: string;
  }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** An operation, and where it is. */
export type Placed = ApiOperation & { readonly method: string; readonly path: string };

/** Every operation, in the order of the description. */
export function operationsOf({ paths }: OpenApi): readonly Placed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** What is meant: the thing itself, or the component that a reference names. */
export function resolved<A extends object>(document: OpenApi, given: A | Ref): A {
  if (!('$ref' in given)) return given as A;
  const [section = '', name = ''] = (given as Ref).$ref.replace('#/components/', '').split('/');
  return document.components[section]?.[name] as A;
}

/** The name of the schema that a reference leads to. */
export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

/** The resources by context. */
export function contextsOf(
  document: OpenApi,
): readonly { readonly name: string; readonly resources: readonly string[] }[] {
  return document.tags.map(({ name }) => ({
    name,
    resources: document['x-resources'].filter(({ context }) => context === name).map((one) => one.name),
  }));
}
