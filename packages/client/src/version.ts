/** That of package.json; a test compares them. (A browser cannot import JSON, and the client has no build step that would insert it.) */
export const VERSION = '1.0.0';
