import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Accounts, the outbox and the audit log (schema.ts says what the columns mean). */
export const accounts: Migration = {
  async up(db) {
    const { schema } = db

    await schema
      .createTable('users')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.notNull())
      .addColumn('password_hash', 'text')
      .addColumn('picture_id', 'text')
      .addColumn('is_guest', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('banned_at', 'bigint')
      .addColumn('ban_reason', 'text')
      .execute()
    await schema
      .createIndex('users_by_confirmed_email')
      .unique()
      .on('users')
      .column('email_key')
      .where(sql.ref('is_guest'), '=', 0)
      .execute()
    await schema.createIndex('users_by_email').on('users').column('email_key').execute()
    await schema.createIndex('users_by_time').on('users').columns(['created_at', 'id']).execute()

    await schema
      .createTable('user_roles')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('role', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('user_roles_key', ['user_id', 'role'])
      .execute()
    await schema.createIndex('user_roles_by_role').on('user_roles').column('role').execute()

    await schema
      .createTable('identities')
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('identities_key', ['provider', 'subject'])
      .execute()
    await schema.createIndex('identities_by_user').on('identities').column('user_id').execute()

    await schema
      .createTable('sessions')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('rotation_secret', 'text', (column) => column.notNull())
      .addColumn('user_agent', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('revoked_at', 'bigint')
      .execute()
    await schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute()
    await schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute()

    await schema
      .createTable('refresh_tokens')
      .addColumn('hash', 'text', (column) => column.notNull().primaryKey())
      .addColumn('session_id', 'text', (column) => column.notNull().references('sessions.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('spent_at', 'bigint')
      .addColumn('spent_by', 'text')
      .addColumn('handoff', 'text')
      .execute()
    await schema.createIndex('refresh_tokens_by_session').on('refresh_tokens').column('session_id').execute()
    await schema.createIndex('refresh_tokens_by_expiry').on('refresh_tokens').column('expires_at').execute()

    await schema
      .createTable('mail_links')
      .addColumn('hash', 'text', (column) => column.notNull().primaryKey())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.notNull())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .execute()
    await schema.createIndex('mail_links_by_email').on('mail_links').columns(['email_key', 'purpose']).execute()
    await schema.createIndex('mail_links_by_user').on('mail_links').column('user_id').execute()
    await schema.createIndex('mail_links_by_expiry').on('mail_links').column('expires_at').execute()

    await schema
      .createTable('partner_applications')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('decided_at', 'bigint')
      .addColumn('decided_by', 'text', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('approved', 'integer')
      .execute()
    await schema.createIndex('partner_applications_by_user').on('partner_applications').column('user_id').execute()
    await schema.createIndex('partner_applications_by_judge').on('partner_applications').column('decided_by').execute()

    await schema
      .createTable('signing_keys')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('private_jwk', 'text', (column) => column.notNull())
      .addColumn('public_jwk', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()

    await schema
      .createTable('provider_flows')
      .addColumn('state_hash', 'text', (column) => column.notNull().primaryKey())
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('nonce', 'text', (column) => column.notNull())
      .addColumn('code_verifier', 'text', (column) => column.notNull())
      .addColumn('return_url', 'text', (column) => column.notNull())
      .addColumn('browser_hash', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('provider_flows_by_expiry').on('provider_flows').column('expires_at').execute()

    await schema
      .createTable('pictures')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('pictures_by_user').on('pictures').column('user_id').execute()

    await schema
      .createTable('outbox')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('next_at', 'bigint', (column) => column.notNull())
      .addColumn('claimed_until', 'bigint')
      .addColumn('last_error', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('done_at', 'bigint')
      .execute()
    await schema
      .createIndex('outbox_due')
      .on('outbox')
      .column('next_at')
      .where(sql.ref('state'), '=', 'waiting')
      .execute()
    await schema.createIndex('outbox_done').on('outbox').column('done_at').execute()

    await schema
      .createTable('audit_log')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      // No foreign key, because the log is kept when an account is deleted.
      .addColumn('actor_id', 'text')
      .addColumn('actor_name', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('target_id', 'text')
      .addColumn('target_name', 'text', (column) => column.notNull())
      .addColumn('detail', 'text', (column) => column.notNull())
      .execute()
    await schema.createIndex('audit_log_by_time').on('audit_log').columns(['at', 'id']).execute()
    await schema.createIndex('audit_log_by_target').on('audit_log').columns(['target_id', 'at']).execute()
  },
}
