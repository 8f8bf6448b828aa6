import type { Migration } from 'kysely/migration'

/** The counts of visits (statistics-tables.ts says what the columns mean). */
export const statistics: Migration = {
  async up({ schema }) {
    await schema
      .createTable('statistics_pages')
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('page', 'text', (column) => column.notNull())
      .addColumn('visits', 'bigint', (column) => column.notNull())
      .addColumn('readers', 'bigint', (column) => column.notNull())
      .addColumn('ends', 'bigint', (column) => column.notNull())
      .addColumn('seconds', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('statistics_pages_key', ['day', 'page'])
      .execute()
    await schema
      .createTable('statistics_names')
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('page', 'text', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('statistics_names_key', ['day', 'kind', 'name', 'page'])
      .execute()
    await schema
      .createTable('statistics_readers')
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('page', 'text', (column) => column.notNull())
      .addColumn('reader', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('statistics_readers_key', ['day', 'page', 'reader'])
      .execute()
    await schema
      .createTable('statistics_salts')
      .addColumn('day', 'text', (column) => column.notNull().primaryKey())
      .addColumn('salt', 'text', (column) => column.notNull())
      .execute()
  },
}
