/**
 * Loaded before the server of `npm start`, after `.env`. The server builds the site again from this repository, unless
 * SOURCES_DIR names another folder.
 */
import path from 'node:path'
import process from 'node:process'

process.env.SOURCES_DIR ||= path.resolve(import.meta.dirname, '..')
