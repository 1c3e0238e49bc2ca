/** Where the description of the API is: said apart from what makes it, which knows every route. */
export const DESCRIPTION_PATH = '/openapi.json';
