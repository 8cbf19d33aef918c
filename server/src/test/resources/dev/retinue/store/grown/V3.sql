CREATE TRIGGER tagged AFTER INSERT ON notes BEGIN
  INSERT INTO tags (note, tag) VALUES (new.id, 'new');
END;
