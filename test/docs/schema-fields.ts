/** Reads the JSON schemas of the tools: the rows of their tables, fields without words, and answers that say more. */

export interface Field {
  readonly type?: string | readonly string[];
  /** For the pages; `description` is what clients are shown and stands in where there is nothing longer. */
  readonly doc?: string;
  /** Name of a shape that is explained once, in docs/answers.md. */
  readonly ref?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly Field[];
  readonly oneOf?: readonly Field[];
  readonly items?: Field;
  readonly properties?: Readonly<Record<string, Field>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

export interface Row {
  readonly path: string;
  readonly field: Field;
  /** It must be given, or is always there. */
  readonly required: boolean;
}

/** One row for every field, nested ones with their path. Shapes that are explained elsewhere are not opened. */
export function rowsOf(schema: Field, prefix = ''): Row[] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, { field, required }]) => {
    const path = `${prefix}${name}`;
    const inner = innermost(field);
    const row = { path, field, required: required && field.default === undefined };
    return refOf(field) === undefined ? [row, ...rowsOf(inner.field, `${path}${inner.suffix}.`)] : [row];
  });
}

/** Paths of rows that say nothing. */
export function wordless(schema: Field): string[] {
  return rowsOf(schema)
    .filter(({ field }) => wordsOf(field) === undefined)
    .map(({ path }) => path);
}

export function wordsOf({ doc, description }: Field): string | undefined {
  return doc ?? description;
}

/** The shared shape that a field is, or is a list of, or may be. */
export function refOf(field: Field): string | undefined {
  if (field.ref !== undefined) return field.ref;
  const inside = [...(field.items ? [field.items] : []), ...variantsOf(field)];
  return inside.map(refOf).find((ref) => ref !== undefined);
}

/** Every shared shape in a schema by its name, those inside of others too. */
export function sharedIn(schema: Field, found = new Map<string, Field>()): ReadonlyMap<string, Field> {
  if (schema.ref !== undefined && schema.properties && !found.has(schema.ref)) found.set(schema.ref, schema);
  const inside = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...variantsOf(schema),
  ];
  for (const each of inside) sharedIn(each, found);
  return found;
}

/** Paths of an answer that its schema does not name. An object without named fields is explained by words alone. */
export function undocumented(schema: Field, value: unknown, path = ''): string[] {
  const choices = [schema, ...variantsOf(schema)];
  if (Array.isArray(value)) {
    const items = choices.flatMap(({ items }) => (items ? [items] : []));
    return items.length === 0 ? [] : value.flatMap((each) => bestOf(items, each, `${path}[]`));
  }
  if (typeof value !== 'object' || value === null) return [];
  const objects = choices.filter(({ type }) => type === 'object');
  return objects.length === 0 ? [] : bestOf(objects, value, path);
}

function bestOf(schemas: readonly Field[], value: unknown, path: string): string[] {
  const found = schemas.map((schema) => inObject(schema, value, path));
  return found.reduce((best, each) => (each.length < best.length ? each : best));
}

function inObject({ properties, ...schema }: Field, value: unknown, path: string): string[] {
  if (
    !properties ||
    Object.keys(properties).length === 0 ||
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value)
  ) {
    return undocumentedInside(schema, value, path);
  }
  return Object.entries(value).flatMap(([name, each]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const field = properties[name];
    return field ? undocumented(field, each, at) : [at];
  });
}

function undocumentedInside(schema: Field, value: unknown, path: string): string[] {
  return Array.isArray(value) || variantsOf(schema).length > 0 ? undocumented(schema, value, path) : [];
}

export function variantsOf({ anyOf, oneOf }: Field): readonly Field[] {
  return anyOf ?? oneOf ?? [];
}

interface Property {
  readonly field: Field;
  readonly required: boolean;
}

/** Of an object, or of the objects among which it is one: those have their choices together. */
function propertiesOf(schema: Field): Record<string, Property> {
  if (schema.properties) {
    const { properties, required = [] } = schema;
    return Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, { field, required: required.includes(name) }]),
    );
  }
  const objects = variantsOf(schema)
    .filter(({ properties }) => properties)
    .map(propertiesOf);
  const names = new Set(objects.flatMap((each) => Object.keys(each)));
  return Object.fromEntries(
    [...names].map((name) => {
      const own = objects.flatMap((each) => each[name] ?? []);
      const required = own.length === objects.length && own.every((each) => each.required);
      return [name, { field: together(own.map(({ field }) => field)), required }];
    }),
  );
}

function together(fields: readonly Field[]): Field {
  const [first = {}] = fields;
  const constants = fields.map((each) => each.const);
  return constants.every((each) => each !== undefined) && constants.length > 1
    ? { ...first, enum: constants }
    : first;
}

function innermost(field: Field): { readonly field: Field; readonly suffix: string } {
  const list = field.items ? field : variantsOf(field).find(({ items }) => items);
  return list?.items ? { field: list.items, suffix: '[]' } : { field, suffix: '' };
}
