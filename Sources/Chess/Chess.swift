// Chess
