// @ts-check
/**
 * Which server of the MySQL family the tests would run on, in one line: Nx makes it part of what a test's
 * result depends on, so that another server is another result. With `--wait` it waits a while for the one
 * that TEST_MYSQL_URL names, and fails without it.
 */
import mysql from 'mysql2/promise';

const CONNECT_TIMEOUT_MS = 2000;
const ATTEMPTS = 60;
const named = process.env['TEST_MYSQL_URL'];
const waits = process.argv.includes('--wait');

if (waits && named === undefined) {
  console.log('TEST_MYSQL_URL is not set: nothing to wait for');
} else {
  const url = new URL(named || 'mysql://root@127.0.0.1:3306');
  url.pathname = '';
  for (let attempt = 1; ; attempt += 1) {
    const answer = await versionOf(url.href);
    if (typeof answer === 'string' || !waits) {
      console.log(typeof answer === 'string' ? answer : 'none');
      break;
    }
    if (attempt === ATTEMPTS) throw answer;
    await new Promise((resolve) => setTimeout(resolve, CONNECT_TIMEOUT_MS));
  }
}

/** @param {string} uri @returns {Promise<string | Error>} */
async function versionOf(uri) {
  try {
    const connection = await mysql.createConnection({ uri, connectTimeout: CONNECT_TIMEOUT_MS });
    const [rows] = await connection.query('SELECT VERSION() AS version');
    connection.destroy();
    return /** @type {{ version: string }[]} */ (rows)[0]?.version ?? '';
  } catch (error) {
    return /** @type {Error} */ (error);
  }
}
