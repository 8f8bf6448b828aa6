type CamelCase<Name extends string> = Name extends `${infer First}_${infer More}`
  ? `${First}${Capitalize<CamelCase<More>>}`
  : Name

/** A row whose columns have the names of the contract's fields: `placed_at` is `placedAt`. */
export type CamelCaseRow<Row> = { [Column in keyof Row & string as CamelCase<Column>]: Row[Column] }

/** Renames the columns of a row. A schema of the contract must then remove the columns that are not sent to clients. */
export const toCamelCaseRow = <Row extends object>(row: Row) =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [toFieldName(column), value])) as CamelCaseRow<Row>

const toFieldName = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
