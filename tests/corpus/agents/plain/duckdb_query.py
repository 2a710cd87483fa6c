import duckdb


def query(sql: str = "select 1 as one") -> list:
    connection = duckdb.connect()
    cursor = connection.execute(sql)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row)) for row in cursor.fetchall()]
